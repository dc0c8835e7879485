<?xml version="1.0" encoding="UTF-8"?>
<!-- The second half of an archive's NOTICE, from the list of its program's parts (CycloneDX). The first is NOTICE itself. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:b="http://cyclonedx.org/schema/bom/1.6"
                exclude-result-prefixes="b">
    <xsl:output method="text" encoding="UTF-8" />
    <xsl:template match="/">
        <xsl:text>
The archive's runtime/ is made of parts of OpenJDK: GPL-2.0 with the Classpath Exception and others, see runtime/legal.
bom.xml lists the parts in the CycloneDX format, with the digests of the jars that lie here:

</xsl:text>
        <xsl:for-each select="/b:bom/b:components/b:component[b:group != 'org.bloomward']">
            <xsl:sort select="concat(b:group, ':', b:name)" />
            <xsl:value-of select="concat(b:group, ':', b:name, ' ', b:version, ': ')" />
            <xsl:for-each select="b:licenses/*">
                <xsl:if test="position() > 1">, </xsl:if>
                <xsl:value-of select="concat(b:license/b:id | b:id, b:name, self::b:expression)" />
            </xsl:for-each>
            <xsl:text>&#10;</xsl:text>
        </xsl:for-each>
    </xsl:template>
</xsl:stylesheet>
