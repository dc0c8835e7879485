<?xml version="1.0" encoding="UTF-8"?>
<!-- The NOTICE of an archive, from the list of its program's parts (CycloneDX). -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:b="http://cyclonedx.org/schema/bom/1.6"
                exclude-result-prefixes="b">
    <xsl:output method="text" encoding="UTF-8" />
    <xsl:template match="/">
        <xsl:text>Bloomward, Apache License 2.0 (see LICENSE)

It holds parts made by others. Their licences and notices are in their jars, below META-INF.
- bcprov and picocli were packed anew from what their authors published: without signatures, and compiled for Java 25.
- runtime/ is made of parts of OpenJDK: GPL-2.0 with the Classpath Exception and others, see runtime/legal.
- The server's Public Suffix List is MPL-2.0: https://publicsuffix.org

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
